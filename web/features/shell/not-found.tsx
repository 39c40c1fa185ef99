import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

export function NotFound() {
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <Latch isOpen={false} className="h-14" />
      <h1 className="mt-8 text-4xl sm:text-5xl">404 Page Not Found</h1>
      <p className="mt-3 text-soft">Did you forget to add the page to the router?</p>
      <Link to="/" className={buttonClass('outline', 'mt-8')}>
        Back to home
      </Link>
    </div>
  )
}
