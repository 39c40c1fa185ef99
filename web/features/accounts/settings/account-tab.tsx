import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { AddressNotice } from './address-notice.tsx'
import { OwnData } from './data-export.tsx'
import { MailStopNotice } from './mail-stop-notice.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useStepUp } from './use-step-up.tsx'

/** The 'Account Settings' tab: account security, data export, and deletion. */
export function AccountTab({ user }: { user: User }) {
  const { withProof, dialog } = useStepUp(user)
  return (
    <>
      <AddressNotice user={user} />
      <MailStopNotice user={user} />
      <SettingsSection id="safety" title="Password & Security" lead="Password and sign-in protection.">
        <p className="mb-4 text-soft">
          {user.hasTwoFactor
            ? 'Your sign-in is protected by an authenticator app. Change your password, manage the app, see your devices.'
            : 'Your sign-in is protected by your password. Change your password, set up an authenticator app, see your devices.'}
        </p>
        <Link to="/settings" className={buttonClass('outline')}>
          Open settings
        </Link>
      </SettingsSection>
      <OwnData withProof={withProof} />
      {dialog}
    </>
  )
}
