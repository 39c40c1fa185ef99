import { createRootRoute, lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { gateOf } from '#shared/accounts/gate.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { useDepartureCount } from '#web/db/tab/databases.ts'
import { useReLogin } from '#web/features/accounts/auth/use-re-login.ts'
import { useLeftByAddress, useSignOut } from '#web/features/accounts/auth/use-sign-out.tsx'
import { FarewellPlace } from '#web/features/accounts/deleted/account-deleted-notice.tsx'
import { Gate } from '#web/features/accounts/gate/gate.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { keepMember } from '#web/features/home/member-hint.ts'
import { useHomeVariant } from '#web/features/home/variant.ts'
import { DevicePlace } from '#web/features/install/install-host.tsx'
import { EarlyAccessPlace, isBrowsing } from '#web/features/newsletter/early-access-host.tsx'
import { Footer } from '#web/features/shell/footer.tsx'
import { Header } from '#web/features/shell/header.tsx'
import { ListProject } from '#web/features/shell/list-project-button.tsx'
import { bottomLinks } from '#web/features/shell/navigation.ts'
import { SectionLink } from '#web/features/shell/section-link.tsx'
import { StorageGate, useIsReadable } from '#web/features/shell/storage-gate.tsx'
import { SyncPill } from '#web/features/shell/sync-status-pill.tsx'
import { UpdateBar } from '#web/features/shell/update/update-bar.tsx'
import { useConfig } from '#web/net/tab/config.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { toast } from '#web/ui/toast.ts'
import { ToastPlace } from '#web/ui/toast-host.tsx'

const NotFound = lazyRouteComponent(() => import('#web/features/shell/not-found.tsx'), 'NotFound')

export const Route = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
})

const isHome = (path: string) => /^\/(home\/?)?$/.test(path)

/** Pages with the button to list a project. The marketplace has the same button at the top, and its cards reach every corner. */
const offersListing = (path: string) => (isBrowsing(path) || isHome(path)) && !path.startsWith('/scout')

/** The frame of every screen. */
function Shell() {
  const user = useUser()
  const { signOut, dialog } = useSignOut()
  const { pathname, search } = useLocation()
  const config = useConfig()
  const departures = useDepartureCount()
  const homeVariant = useHomeVariant(search.variant, config?.homeVariant)
  useReLogin(user)
  useLeftByAddress(user, signOut)
  // Stored on any page on which the user becomes known: the next start may be at the home page.
  useEffect(() => {
    if (user !== undefined) keepMember(user !== null)
  }, [user])
  const isGated = Boolean(user && gateOf(user))
  const { open, palette } = usePalette(signOut)
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <UpdateBar />
      <Header
        user={user}
        onSignOut={signOut}
        onSearch={isGated ? undefined : open}
        status={<SyncPill />}
        isReadable={useIsReadable()}
        variant={config?.headerVariant}
      />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <StorageGate>
          <Gate key={departures} user={user}>
            <Outlet />
          </Gate>
        </StorageGate>
        {!isGated && offersListing(pathname) && <ListProject user={user} />}
      </main>
      <Footer kind={isHome(pathname) ? `home-${homeVariant}` : 'site'} />
      <BottomBar isInvestor={user && isInvestor(user)} />
      <EarlyAccessPlace isDeferred={user !== null || !isBrowsing(pathname)} />
      <DevicePlace isDeferred={isGated} />
      <ToastPlace />
      {dialog}
      {palette}
      <FarewellPlace />
    </div>
  )
}

/** The command palette, and what opens it. It is loaded when it is opened. */
function usePalette(onSignOut: () => void) {
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void; onSignOut: () => void }>>()
  const open = () =>
    void loadChunk(() => import('#web/widgets/palette/palette.tsx')).then(
      ({ Palette }) => setOpened(() => Palette),
      () => toast({ title: 'Search is not on this device yet' }),
    )
  return { open, palette: Opened && <Opened onClose={() => setOpened(undefined)} onSignOut={onSignOut} /> }
}

/** Bottom navigation of a phone. Wider screens use the links of the header. */
function BottomBar({ isInvestor }: { isInvestor: boolean | null | undefined }) {
  return (
    <nav aria-label="Bottom" className="bottom-bar md:hidden">
      {bottomLinks(isInvestor).map(({ to, label, Icon }) => (
        <SectionLink key={to} to={to} className="bottom-link">
          <Icon className="size-5" strokeWidth={1.6} aria-hidden="true" />
          {label}
        </SectionLink>
      ))}
    </nav>
  )
}
