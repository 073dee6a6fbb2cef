import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import "./globals.css";
import { THEME_SCRIPT } from "./theme-script";

export const metadata: Metadata = {
  title: "Toolweave",
  description: "Chat with an agent, and watch its tool calls take shape.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  // With the keyboard open the page is as high as what is left, and the composer stays in sight.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f6f3" },
    { media: "(prefers-color-scheme: dark)", color: "#101415" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The nonce of the page's scripts (proxy.ts) is new for each request, so no page is rendered ahead.
  await connection();
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    // The script sets the theme before React takes over.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body data-toolweave>{children}</body>
    </html>
  );
}
