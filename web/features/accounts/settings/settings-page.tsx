import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { OFFLINE } from '#web/features/accounts/auth/auth-errors.ts'
import { BillingSection } from '#web/features/accounts/billing/billing-section.tsx'
import { PasswordSection } from '#web/features/accounts/passwords/password-section.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { AddressNotice } from './address-notice.tsx'
import { OwnData } from './data-export.tsx'
import { MailStopNotice } from './mail-stop-notice.tsx'
import { SecurityInformation } from './security-information.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { Line, SettingsSection } from './settings-section.tsx'
import { useStepUp } from './use-step-up.tsx'

const typeName = { founder: 'Founder', vc: 'VC', angel: 'Angel Investor' } as const

/** @param device  settings of the device itself, which belong to no account; `notifications` are of this device and the account */
export function SettingsPage({ user, device, notifications }: { user: User; device?: ReactNode; notifications?: ReactNode }) {
  const isOnline = useOnline()
  const { withProof, dialog } = useStepUp(user)
  return (
    <div className="frame max-w-4xl pt-8 pb-6 sm:pt-12">
      <PageHeading title="Settings" lead="Your profile and security." />
      <div className="grid gap-4">
        {!isOnline && <Notice title="You are offline">{OFFLINE}</Notice>}
        <AddressNotice user={user} />
        <MailStopNotice user={user} />
      </div>

      <SettingsSection id="profile-information" title="Profile Information" lead="To change these, go to your profile.">
        <dl className="border-t border-rule">
          <Line name="Email">{user.email}</Line>
          <Line name="First name">{user.firstName ?? '–'}</Line>
          <Line name="Last name">{user.lastName ?? '–'}</Line>
          <Line name="Account type">{typeName[user.userType]}</Line>
        </dl>
      </SettingsSection>
      <PasswordSection user={user} withProof={withProof} />
      <SecurityInformation user={user} withProof={withProof} />
      <SessionsSection />
      <BillingSection />
      {notifications && (
        <SettingsSection
          id="notifications"
          title="Notifications"
          lead="What reaches you while Latchkey is closed. Everything is in your notices as well."
        >
          {notifications}
        </SettingsSection>
      )}
      {device && (
        <SettingsSection id="device" title="On this device" lead="Data stored for offline use.">
          {device}
        </SettingsSection>
      )}
      <OwnData withProof={withProof} />
      {dialog}
    </div>
  )
}
