/**
 * Announces the number of results to screen readers. It is announced once the typing has paused, because the list follows the
 * input with a delay.
 */
export function ResultCount({ count, isComplete }: { count: number; isComplete: boolean }) {
  const investors = count === 1 ? '1 investor' : `${count.toLocaleString('en-US')} investors`
  return (
    <p role="status" className="sr-only">
      {isComplete ? `${investors} found` : `${investors} found so far`}
    </p>
  )
}
