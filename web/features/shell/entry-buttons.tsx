import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** Both specified headers exist; the second is the default. */
export type HeaderVariant = 'login' | 'get-started'

export function AuthButtons({ variant = 'get-started' }: { variant?: HeaderVariant }) {
  const quiet = buttonClass('quiet', 'px-3')
  const ink = buttonClass('ink')
  if (variant === 'login') {
    return (
      <div className="flex gap-1">
        <Link to="/auth" className={quiet}>
          Login
        </Link>
        <Link to="/signup" className={ink}>
          Sign Up
        </Link>
      </div>
    )
  }
  return (
    <div className="flex gap-1">
      {/* A browser navigation: the server decides where the sign-in happens. */}
      <a href="/api/login" className={quiet}>
        Sign In
      </a>
      <Link to="/signup-type" className={ink}>
        Get Started
      </Link>
    </div>
  )
}
