"use client";

/** What a person sees when the page itself breaks; the threads are kept on the server. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="tw:mx-auto tw:grid tw:max-w-[560px] tw:content-center tw:gap-4 tw:p-5 tw:py-12">
      <h1 className="tw:text-xl tw:font-strong tw:tracking-tight">This page stopped working</h1>
      <p className="tw:text-ink-2">Your threads are safe on the server. A run that was going on goes on.</p>
      <p>
        <button
          type="button"
          className="tw:min-h-11 tw:rounded-m tw:bg-fill tw:px-4 tw:text-s tw:font-medium tw:text-on-fill tw:hover:bg-fill-hover"
          onClick={reset}
        >
          Show the page again
        </button>
      </p>
    </main>
  );
}
