/** Tells who cannot see the list how long it has become. Spoken once the typing has ended: the list follows the letters, not each of them. */
export function ResultCount({ count, isComplete }: { count: number; isComplete: boolean }) {
  const investors = count === 1 ? '1 investor' : `${count.toLocaleString('en-US')} investors`
  return (
    <p role="status" className="sr-only">
      {isComplete ? `${investors} found` : `${investors} found so far`}
    </p>
  )
}
