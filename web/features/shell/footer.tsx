import { Link } from '@tanstack/react-router'
import { Logo } from './logo.tsx'
import { type FooterKind, footers } from './navigation.ts'

/** Footer of every page. Each landing page has its own links; the specification fixes the year on the first one. */
export function Footer({ kind }: { kind: FooterKind }) {
  return (
    <footer className="mt-20 border-t border-rule">
      <div className="frame flex flex-wrap items-center justify-between gap-x-10 gap-y-2 py-7 text-sm text-soft">
        <p className="flex items-center gap-2">
          <Logo className="size-5" />
          Pay once. Get direct contact.
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {footers[kind].map(({ to, label }) => (
            <Link
              key={label}
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:text-ink hover:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
        <p>© {kind === 'home-a' && '2024 '}Latchkey</p>
      </div>
    </footer>
  )
}
