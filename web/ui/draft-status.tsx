type Props = {
  fault: string | undefined
  isKept: boolean
  /** The latest input is not written to disk yet. */
  isBehind: boolean
}

/** Whether the form content survives the page. Pending writes are not announced; they are usually too short to be seen. */
export const KeptNote = ({ fault, isKept, isBehind }: Props) => (
  <p
    role="status"
    aria-busy={isBehind}
    className={`text-sm transition-opacity empty:hidden aria-busy:opacity-0 aria-busy:delay-200 ${fault ? 'text-red' : 'text-soft'}`}
  >
    {fault ? `${fault} Please copy what you wrote before you leave this page.` : isKept && 'Draft saved on this device'}
  </p>
)
