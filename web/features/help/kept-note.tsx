/** Whether what stands in the form would outlive this page. */
export const KeptNote = ({ fault, isKept }: { fault: string | undefined; isKept: boolean }) => (
  <p role="status" className={`text-sm empty:hidden ${fault ? 'text-red' : 'text-soft'}`}>
    {fault ? `${fault} Please copy what you wrote before you leave this page.` : isKept && 'Draft saved on this device'}
  </p>
)
