import Link from "next/link";

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <main className="tw:mx-auto tw:grid tw:max-w-[560px] tw:content-center tw:gap-4 tw:p-5 tw:py-12">
      <h1 className="tw:text-xl tw:font-strong tw:tracking-tight">There is no such page</h1>
      <p className="tw:text-ink-2">The address may be old, or mistyped.</p>
      <p>
        <Link href="/" className="tw:text-live tw:underline tw:underline-offset-3">
          Start a thread
        </Link>
      </p>
    </main>
  );
}
