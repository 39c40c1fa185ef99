/** Holds the place of a line or a block that is on its way; give it the size of what will stand there. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-selector ${className}`} />
}

/** Lines of a paragraph to come, the last one shorter, as paragraphs end. */
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
