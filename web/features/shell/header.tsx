import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { AuthButtons } from './entry-buttons.tsx'
import { Logo } from './logo.tsx'
import { headerLinks } from './navigation.ts'
import { SectionLink } from './section-link.tsx'

// Not loaded for a visitor.
const UserMenu = lazyPart(async () => ({
  default: (await loadChunk(() => import('#web/features/shell/account/user-menu.tsx'))).UserMenu,
}))

type Props = {
  /** `undefined` until the account is loaded, `null` for a visitor. */
  user: User | null | undefined
  onSignOut: () => void
  /** Opens the command palette; `undefined` while there is none. */
  onSearch?: (() => void) | undefined
  status?: ReactNode
  /** False on a device whose storage cannot be opened, so that the header shows no spinner that never ends. */
  isReadable?: boolean
  /** `login` or `get-started` (the default): both specified headers exist. */
  variant?: string | undefined
}

export function Header({ user, onSignOut, onSearch, status, isReadable = true, variant }: Props) {
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-page">
      <div className="frame flex h-16 items-center gap-4 md:gap-8">
        <Link to="/" className="-ml-1 flex h-11 items-center gap-1.5 px-1">
          <Logo />
          <span className="font-serif text-2xl tracking-tight">Latchkey</span>
        </Link>
        <nav aria-label="Main" className="hidden h-full gap-7 md:flex">
          {headerLinks.map(({ to, label }) => (
            <SectionLink key={to} to={to} className="header-link">
              {label}
            </SectionLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-3 md:gap-5">
          <div className="status-place">{status}</div>
          {onSearch && (
            <button
              type="button"
              aria-label="Search everything"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onSearch}
              // Beside the buttons of a visitor a phone has no room for it.
              className={`size-11 cursor-pointer place-items-center text-soft hover:text-ink ${user ? 'grid' : 'hidden md:grid'}`}
            >
              <Search className="size-5" strokeWidth={1.6} aria-hidden="true" />
            </button>
          )}
          {user === undefined && isReadable && (
            <span className="grid size-11 place-items-center">
              <span role="status" aria-label="Loading account" className="loading loading-spinner loading-sm" />
            </span>
          )}
          {user === null && <AuthButtons variant={variant} />}
          {user && (
            <Suspense fallback={<span className="h-11 w-23" />}>
              <UserMenu user={user} onSignOut={onSignOut} settingsAt={variant === 'login' ? '/profile' : '/settings'} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  )
}
