/** Shown while required data is loading. It usually loads before the spinner becomes visible. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <span role="status" aria-label={label} className="waiting loading loading-spinner text-soft" />
    </div>
  )
}
