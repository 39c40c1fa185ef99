type Props = {
  fault: string | undefined
  isKept: boolean
  /** What was typed last is still on its way to the disk. */
  isBehind: boolean
}

/** Whether what stands in the form would outlive this page. While it is behind it is not said; a disk is mostly too quick for that to be seen. */
export const KeptNote = ({ fault, isKept, isBehind }: Props) => (
  <p
    role="status"
    aria-busy={isBehind}
    className={`text-sm transition-opacity empty:hidden aria-busy:opacity-0 aria-busy:delay-200 ${fault ? 'text-red' : 'text-soft'}`}
  >
    {fault ? `${fault} Please copy what you wrote before you leave this page.` : isKept && 'Draft saved on this device'}
  </p>
)
