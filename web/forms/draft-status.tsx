import type { DraftStatus } from './use-local-draft.ts'

/** Shows whether the form content survives the page. Pending writes are not announced; they are usually too short to be seen. */
export const DraftStatusNote = ({ fault, isKept, isBehind }: DraftStatus) => (
  <p
    role="status"
    aria-busy={isBehind && !fault}
    className={`text-sm transition-opacity empty:hidden aria-busy:opacity-0 aria-busy:delay-200 ${fault ? 'text-red' : 'text-soft'}`}
  >
    {fault ? `${fault} Copy your text before you leave this page.` : isKept && 'Draft saved on this device'}
  </p>
)
