import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { SettingsPage } from '#web/features/accounts/settings/settings-page.tsx'
import { StorageSection } from '#web/features/install/storage-section.tsx'
import { NewsletterSwitch } from '#web/features/newsletter/newsletter-switch.tsx'
import { PreferencesTable } from '#web/features/notices/preferences-table.tsx'
import { PushSection } from '#web/features/push/push-section.tsx'

export const Route = createFileRoute('/settings')({ component: Settings })

function Settings() {
  const user = useUser()
  // The gate admits only users, so the user is just signing out.
  if (!user) return null
  const notifications = (
    <>
      <PushSection />
      <PreferencesTable user={user} />
      <NewsletterSwitch user={user} />
    </>
  )
  return <SettingsPage key={user.id} user={user} device={<StorageSection />} notifications={notifications} />
}
