import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportAccount } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { DeleteAccount } from './delete-account.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Data export and account deletion. */
export function OwnData({ withProof }: { withProof: WithProof }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await withProof(exportAccount)
      if (file !== undefined) saveFile('latchkey-account.json', file, 'application/json')
    } catch (error) {
      toast({ title: 'Download failed', description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <>
      <SettingsSection id="your-data" title="Your data" lead="All data of your account in one file.">
        <Button variant="outline" isBusy={isBusy} onClick={save}>
          <Download className="size-4" aria-hidden="true" />
          {isBusy ? 'Collecting…' : 'Download my data'}
        </Button>
        <p className="mt-4 text-sm text-soft">
          Bought as a guest on another device?{' '}
          <Link to="/claim" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
            Restore it with a code
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection id="leave" title="Delete account" lead="This is immediate and permanent.">
        <DeleteAccount withProof={withProof} />
      </SettingsSection>
    </>
  )
}
