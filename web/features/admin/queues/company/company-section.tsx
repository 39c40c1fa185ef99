import { companyLabels, missingParts } from '#shared/company/details.ts'
import { readCompany } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SectionState } from '#web/features/admin/loading/section-state.tsx'
import { useSection } from '#web/features/admin/loading/use-section.ts'
import { refreshConfig } from '#web/net/tab/config.ts'
import { CompanyForm } from './company-form.tsx'

type Props = { settle: Settle; busyWith: string | undefined }

/** The company that operates this installation. Only an owner sees and changes it here. */
export function CompanySection({ settle: settleOne, busyWith }: Props) {
  const { data: company, isFailed, load, settle: settleCompany } = useSection(readCompany, settleOne)
  const settle: Settle = async (...decision) => {
    const isDone = await settleCompany(...decision)
    // This device shows it at once. The others read it at their next start.
    if (isDone) await refreshConfig().catch(() => undefined)
    return isDone
  }
  const missing = company ? missingParts(company) : []
  return (
    <section aria-labelledby="company" className="max-w-2xl">
      <h2 id="company" className="border-b border-edge pb-2 text-2xl">
        Company
      </h2>
      <p className="py-5 text-soft">
        Shown in the imprint, on receipts and in emails. All of it is public, and every change is in the audit log.
      </p>
      {missing.length > 0 && (
        <p className="pb-5">Not set yet: {missing.map((field) => companyLabels[field].toLowerCase()).join(', ')}.</p>
      )}
      <SectionState of="the company" isFailed={isFailed} isRead={company !== undefined} load={load} />
      {company && <CompanyForm key={company.version} company={company} settle={settle} busyWith={busyWith} />}
    </section>
  )
}
