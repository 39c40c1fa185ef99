/** A user's text in full, as typed. Text longer than its box scrolls, by keyboard as well. */
export const FullText = ({ words, className }: { words: string; className: string }) => (
  <section
    aria-label="Your text"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable without a pointer
    tabIndex={0}
    className={`overflow-y-auto border-l-2 border-edge pl-3 break-words whitespace-pre-wrap ${className}`}
    dir="auto"
  >
    {words}
  </section>
)
