/** Something has to be known before anything can be shown. It is usually known before an eye has found this. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <span role="status" aria-label={label} className="waiting loading loading-spinner text-soft" />
    </div>
  )
}
