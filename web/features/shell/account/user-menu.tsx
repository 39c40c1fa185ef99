import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useId, useRef } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { roleOf } from '#shared/accounts/role.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import { initials } from '#shared/monogram.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { NoticeBell } from './notice-bell.tsx'

const item = 'flex min-h-11 w-full cursor-pointer items-center px-4 text-left hover:bg-well'

type Props = {
  user: User
  onSignOut: () => void
  /** Both specified headers exist: one of them links to the profile, whose last tab contains the settings. */
  settingsAt: '/settings' | '/profile'
}

/** Menu of the signed-in user. A native popover: Esc and a click outside close it, and the focus returns. */
export function UserMenu({ user, onSignOut, settingsAt }: Props) {
  const menuId = useId()
  const menu = useRef<HTMLDivElement>(null)
  const name = displayName(user)
  const role = useRole(user)
  const close = () => menu.current?.hidePopover()

  return (
    <div className="flex items-center gap-1">
      <NoticeBell />
      {/* The name contains the visible initials, because users of voice control say the visible label. */}
      <button
        type="button"
        aria-label={`${initials(name)}, ${name}`}
        popoverTarget={menuId}
        className="cursor-pointer rounded-field"
      >
        <Avatar name={name} src={user.profileImageUrl} className="size-11 text-lg" />
      </button>
      <div ref={menu} id={menuId} popover="auto" className="user-menu rounded-box border border-rule bg-sheet text-ink shadow-lg">
        <div className="border-b border-rule px-4 py-4">
          <p className="truncate font-serif text-xl leading-tight">{name}</p>
          <p className="column-head mt-1">{`${roleLabel(user, role)}${user.isAdmin ? ' · Admin' : ''}`}</p>
          <p className="mt-2 truncate text-sm text-soft">{user.email}</p>
        </div>
        <Link to="/profile" onClick={close} className={item}>
          Profile
        </Link>
        {isInvestor(user) && (
          <>
            <Link to="/profile" search={{ tab: 'investor' }} onClick={close} className={item}>
              Listing
            </Link>
            <Link to="/earnings" onClick={close} className={item}>
              Earnings
            </Link>
          </>
        )}
        <Link to="/contacts" onClick={close} className={item}>
          Contacts
        </Link>
        <Link to="/calls" onClick={close} className={item}>
          Calls
        </Link>
        {user.isAdmin && (
          <Link to="/admin" onClick={close} className={item}>
            Review
          </Link>
        )}
        <Link to={settingsAt} onClick={close} className={item}>
          Settings
        </Link>
        <button
          type="button"
          className={`${item} border-t border-rule`}
          onClick={() => {
            close()
            onSignOut()
          }}
        >
          Sign Out
        </button>
      </div>
    </div>
  )
}

/** The name of a user; the e-mail address of an account that has no name yet. */
const displayName = (user: User): string => fullName(user) ?? user.email

function useRole(user: User): UserType {
  const db = usePrivateDb()
  const verified = useLiveQuery(async () => db?.ownListings.filter(({ isVerified }) => isVerified).first(), [db])
  return roleOf(user, verified)
}

/**
 * The role labels of the header. The specification labels every user who is not a VC a founder, including angels; an angel with an
 * approved listing is not labelled a founder.
 */
function roleLabel({ isApprovedInvestor }: User, role: UserType): 'VC Partner' | 'Angel Investor' | 'Founder' {
  if (role === 'vc') return 'VC Partner'
  return role === 'angel' && isApprovedInvestor ? 'Angel Investor' : 'Founder'
}
