/** Placeholder for a line or a block that is loading; give it the size of the final content. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-selector ${className}`} />
}

/** Placeholder lines of a paragraph; the last one is shorter. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  const widths = Array.from({ length: count }, (_, line) => (line === count - 1 ? 'w-3/5' : 'w-full'))
  return (
    <span aria-hidden="true" className="grid gap-2.5">
      {widths.map((width, line) => (
        <Skeleton key={line} className={`h-3.5 ${width}`} />
      ))}
    </span>
  )
}
