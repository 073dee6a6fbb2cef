import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import "./globals.css";

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
  return (
    <html lang="en">
      <body data-toolweave>{children}</body>
    </html>
  );
}
