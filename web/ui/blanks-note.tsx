/** Parts in brackets that a generated introduction leaves to its sender, without repetition: `[your name]`. */
const blanksOf = (text: string): string[] => [...new Set(text.match(/\[[^[\]\n]{1,80}\]/g) ?? [])]

/** Beside a text that is copied or sent: the parts that its sender has to fill in first. Empty without any. */
export function BlanksNote({ text }: { text: string }) {
  const blanks = blanksOf(text)
  return (
    <p className="mt-2 text-sm text-brass empty:hidden">
      {blanks.length > 0 && `Fill in before you send it: ${blanks.join(', ')}`}
    </p>
  )
}
