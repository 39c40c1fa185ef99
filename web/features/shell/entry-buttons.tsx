import { Link, useLocation } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** @param variant  `login` for the first of the two specified headers; the second is the default */
export function AuthButtons({ variant }: { variant: string | undefined }) {
  // The page to return to, without the secret that a mailed link has behind the `#`.
  const next = useLocation().href.replace(/#.*/, '')
  const quiet = buttonClass('quiet', 'px-3')
  const ink = buttonClass('ink')
  if (variant === 'login') {
    return (
      <div className="flex gap-1">
        <Link to="/auth" search={{ next }} className={quiet}>
          Login
        </Link>
        <Link to="/signup" search={{ next }} className={ink}>
          Sign Up
        </Link>
      </div>
    )
  }
  return (
    <div className="flex gap-1">
      {/* A browser navigation: the server decides where the sign-in happens. */}
      <a href={`/api/login?next=${encodeURIComponent(next)}`} className={quiet}>
        Sign In
      </a>
      <Link to="/signup-type" search={{ next }} className={ink}>
        Get Started
      </Link>
    </div>
  )
}
