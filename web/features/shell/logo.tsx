/** The logo: an L shaped like a latchkey, its bow a ring and its foot the bit. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.25" className={className}>
      <circle cx="12" cy="8" r="5.25" />
      <path d="M12 13.25V28h12v-6M18 28v-4" />
    </svg>
  )
}
