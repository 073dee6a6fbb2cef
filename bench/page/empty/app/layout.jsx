import { connection } from "next/server";

export default async function Layout({ children }) {
  await connection(); // as the chat's page: rendered for each request
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
