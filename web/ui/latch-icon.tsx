/**
 * A latch over the gap between a door and its frame: locked, the bar lies in its keeper; unlocked, it is swung up. It turns when
 * `isOpen` changes; with reduced motion it changes without animation.
 */
export function Latch({ isOpen, className = 'h-10' }: { isOpen: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 44 40"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={`latch ${isOpen ? 'text-green' : 'text-brass'} ${className}`}
      data-open={isOpen}
    >
      <path d="M23 3v34" strokeWidth="1.25" strokeDasharray="2.5 3" />
      <path d="M31 23v10h8V23" />
      <g className="latch-bar">
        <path d="M10 26h27" strokeWidth="5" strokeLinecap="round" />
        <circle cx="10" cy="26" r="6" className="fill-sheet" />
        <circle cx="10" cy="26" r="1.5" fill="currentColor" stroke="none" />
      </g>
    </svg>
  )
}
