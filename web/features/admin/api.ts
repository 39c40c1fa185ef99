import { AccountingMonth, AdminCodes, type ChangeCodes } from '#shared/accounting/contract.ts'
import type { RecoverAccount } from '#shared/accounts/recovery.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { AdminApplication, AdminApplications } from '#shared/admin/applications.ts'
import { AuditChoices, AuditExport, type AuditFilter, AuditPage } from '#shared/admin/audit.ts'
import { type AddBlock, Block, type BlockCard, Blocks } from '#shared/admin/blocks.ts'
import { Customer } from '#shared/admin/customer.ts'
import { AdminDeliveries, Retried, type RetryDelivery } from '#shared/admin/deliveries.ts'
import { AdminImports, ConfirmedPrices, DoubtfulPrice, ImportRun } from '#shared/admin/imports.ts'
import { AdminIntro, AdminIntros } from '#shared/admin/intros.ts'
import { AdminListing, type EditFacts, type PauseByAdmin, type ReplaceContact } from '#shared/admin/listings.ts'
import { MergePreview, type MergeRecord } from '#shared/admin/merge.ts'
import { AdminProject, AdminProjects, type ReviewProject } from '#shared/admin/projects.ts'
import {
  AdminRecord,
  type CreateRecord,
  type EditRecord,
  type FollowSource,
  type ReplaceRecordContact,
  type SetListed,
} from '#shared/admin/records.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import { DeskResults } from '#shared/admin/search.ts'
import { type AddMember, AdminSelf, type ChangeRoles, Team, TeamMember } from '#shared/admin/team.ts'
import { AdminClientErrors } from '#shared/client-errors/contract.ts'
import { ColdImport, type ColdRow } from '#shared/cold-scout/import.ts'
import { AdminCompany, type ChangeCompany } from '#shared/company/contract.ts'
import { AdminLedgerChecks, AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import { FullDetails, Reminded } from '#shared/earnings/payout-details.ts'
import { AdminTicket, AdminTickets } from '#shared/help/admin.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { Subscribers } from '#shared/newsletter/contract.ts'
import { AdminProfileRequests } from '#shared/profile-requests/contract.ts'
import { AdminDisputes, AdminRefund, AdminRefunds } from '#shared/refunds/admin.ts'
import { AdminSwitches, type ChangeSwitch, type Switch } from '#shared/switches/contract.ts'
import { get, HttpProblem, patch, post, text } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

export const listApplications = () => get('/api/admin/vcs', AdminApplications)
export const listProjects = () => get('/api/admin/projects', AdminProjects)
export const listIntroductions = () => get('/api/admin/intros', AdminIntros)
export const listProfiles = () => get('/api/admin/profile-requests', AdminProfileRequests)
export const listTickets = () => get('/api/admin/tickets', AdminTickets)
export const listImports = () => get('/api/admin/imports', AdminImports)
export const NO_DELIVERIES: AdminDeliveries = { mails: [], mailCount: 0, mailKinds: [], jobs: [], jobCount: 0, jobKinds: [] }

/** A node of the last release has no such list: the other queues are shown without it. */
export const listDeliveries = () =>
  get('/api/admin/deliveries', AdminDeliveries).catch((error) => {
    if (error instanceof HttpProblem && error.status === 404) return NO_DELIVERIES
    throw error
  })
export const retryDelivery = (request: RetryDelivery) => post('/api/admin/deliveries/retry', request, Retried)
export const listRefunds = () => get('/api/admin/refunds', AdminRefunds)
export const listDisputes = () => get('/api/admin/disputes', AdminDisputes)
export const listAudit = (query: AuditFilter & { before?: string } = {}) =>
  get(`/api/admin/audit?${new URLSearchParams(query)}`, AuditPage)
export const listAuditChoices = () => get('/api/admin/audit/choices', AuditChoices)
/** The file; the export is in the audit log. */
export const exportAudit = (filter: AuditFilter) => post('/api/admin/audit/export', filter, AuditExport)

/** The roles of this account. A node of the previous release knows none: there every admin may do everything. */
export const readRoles = (): Promise<readonly AdminRole[]> =>
  get('/api/admin/me', AdminSelf).then(
    ({ roles }) => roles,
    (error) => {
      if (error instanceof HttpProblem && error.status === 404) return ['owner']
      throw error
    },
  )
export const listTeam = () => get('/api/admin/team', Team)
export const addMember = (member: AddMember) => post('/api/admin/team', member, TeamMember)
export const changeRoles = (id: string, roles: ChangeRoles) => patch(`/api/admin/team/${at(id)}`, roles, TeamMember)

export const listPayouts = () => get('/api/admin/payouts', AdminPayouts)
export const listClientErrors = () => get('/api/admin/client-errors', AdminClientErrors)
export const listLedgerChecks = () => get('/api/admin/books', AdminLedgerChecks)

export const searchDesk = (query: string) => post('/api/admin/search', { query }, DeskResults)

const at = (id: string) => encodeURIComponent(id)

/** The view is in the audit log. */
export const viewCustomer = (id: PrincipalId) => post(`/api/admin/customers/${at(id)}`, undefined, Customer)

export const banCustomer = (id: PrincipalId, reason: string) => post(`/api/admin/customers/${at(id)}/ban`, { reason }, Customer)
export const unbanCustomer = (id: PrincipalId, reason: string) =>
  post(`/api/admin/customers/${at(id)}/unban`, { reason }, Customer)

/** The version is `grantsVersion` of the customer. */
export const giveContact = (id: PrincipalId, vcId: string, reason: string, version: number) =>
  post(`/api/admin/customers/${at(id)}/grants`, { vcId, reason, version }, Customer)
export const revokeContact = (id: PrincipalId, grant: string, reason: string, version: number) =>
  post(`/api/admin/customers/${at(id)}/grants/${at(grant)}/revoke`, { reason, version }, Customer)

/** A listing without its contact details. */
export const readListing = (id: VcId) => get(`/api/admin/listings/${at(id)}`, AdminListing)
export const editListing = (id: VcId, edit: EditFacts) => patch(`/api/admin/listings/${at(id)}`, edit, AdminListing)
export const replaceListingContact = (id: VcId, contact: ReplaceContact) =>
  patch(`/api/admin/listings/${at(id)}/contact`, contact, AdminListing)
export const pauseListing = (id: VcId, pause: PauseByAdmin) => post(`/api/admin/listings/${at(id)}/pause`, pause, AdminListing)

/** A record without its contact details. */
export const readRecord = (id: VcId) => get(`/api/admin/records/${at(id)}`, AdminRecord)
export const createRecord = (record: CreateRecord) => post('/api/admin/records', record, AdminRecord)
export const editRecord = (id: VcId, edit: EditRecord) => patch(`/api/admin/records/${at(id)}`, edit, AdminRecord)
export const replaceRecordContact = (id: VcId, contact: ReplaceRecordContact) =>
  patch(`/api/admin/records/${at(id)}/contact`, contact, AdminRecord)
export const followSource = (id: VcId, decision: FollowSource) =>
  post(`/api/admin/records/${at(id)}/source`, decision, AdminRecord)
export const setRecordListed = (id: VcId, decision: SetListed) =>
  post(`/api/admin/records/${at(id)}/listed`, decision, AdminRecord)
/** Nothing is changed. */
export const previewMerge = (from: VcId, into: VcId) => get(`/api/admin/records/${at(from)}/merge/${at(into)}`, MergePreview)
export const mergeRecord = (from: VcId, merge: MergeRecord) => post(`/api/admin/records/${at(from)}/merge`, merge, AdminRecord)

/** Nothing is changed. */
export const previewColdImport = (rows: ColdRow[]) => post('/api/admin/cold-scout/preview', { rows }, ColdImport)
/** The version is that of the preview. */
export const importColdScout = (rows: ColdRow[], version: number) =>
  post('/api/admin/cold-scout/import', { rows, version }, ColdImport)

/** The subject of a decision, and the version that the admin saw. */
type SeenEntity = { id: string; version: number }

export const verifyVc = ({ id, version }: SeenEntity, isVerified: boolean, reason?: string) =>
  patch(`/api/admin/vcs/${at(id)}/verify`, { isVerified, version, ...(reason && { reason }) }, AdminApplication)

export const liftRevocation = ({ id, version }: SeenEntity) =>
  post(`/api/admin/vcs/${at(id)}/lift-revocation`, { version }, AdminApplication)

export const reviewProject = ({ id, version }: SeenEntity, review: Omit<ReviewProject, 'version'>) =>
  patch(`/api/admin/projects/${at(id)}`, { ...review, version }, AdminProject)

export const answerIntro = ({ id, version }: SeenEntity, answer: 'forwarded' | 'declined', note: string) =>
  patch(`/api/admin/intros/${at(id)}`, { answer, version, ...(note && { note }) }, AdminIntro)

export const confirmRun = ({ id, version }: SeenEntity) =>
  patch(`/api/admin/imports/${at(id)}`, { status: 'confirmed', version }, ImportRun)

export const confirmPrice = ({ id, version }: SeenEntity, price: number) =>
  patch(`/api/admin/prices/${at(id)}`, { price, version }, DoubtfulPrice)

/** Confirms prices as they were read; those that changed since stay open. */
export const confirmPrices = (seen: readonly SeenEntity[]) =>
  post('/api/admin/prices/confirm', { prices: seen.map(({ id, version }) => ({ id, version })) }, ConfirmedPrices)

export const decideProfile = (id: string, decision: 'approve' | 'decline') =>
  patch(`/api/admin/profile-requests/${at(id)}`, { decision }, Success)

export const replyToTicket = ({ id, version }: SeenEntity, text: string, close: boolean) =>
  post(`/api/admin/tickets/${at(id)}/reply`, { text, close, version }, AdminTicket)

export const undo = (entryId: string) => post(`/api/admin/audit/${at(entryId)}/undo`, undefined, Success)

const withNote = (note: string) => note !== '' && { note }

/** A node of the previous release sends no version. */
type SeenRefundRequest = { id: string; version?: number | null | undefined }

const withVersion = ({ version }: { version?: number | null | undefined }) => version !== undefined && { version }

export const approveRefund = ({ id, ...seen }: SeenRefundRequest, note: string, overCap: boolean) =>
  post(
    `/api/admin/refunds/${at(id)}/approve`,
    { ...withNote(note), ...(overCap && { overCap }), ...withVersion(seen) },
    AdminRefund,
  )

export const rejectRefund = ({ id, ...seen }: SeenRefundRequest, reason: string) =>
  post(`/api/admin/refunds/${at(id)}/reject`, { reason, ...withVersion(seen) }, AdminRefund)

/** The version is that of the order's refund request; null where there is none. */
export const refundByAdmin = ({ id, ...seen }: SeenRefundRequest, note: string) =>
  post('/api/admin/refunds', { orderId: id, ...withNote(note), ...withVersion(seen) }, AdminRefund)

export const dismissWarning = (id: string) => post(`/api/admin/warnings/${at(id)}/leave-alone`, undefined, Success)

export const listBlocks = () => get('/api/admin/blocks', Blocks)
export const addBlock = (block: AddBlock) => post('/api/admin/blocks', block, Block)
export const blockCard = (orderId: string, block: BlockCard) => post(`/api/admin/orders/${at(orderId)}/block-card`, block, Block)
export const endBlock = (id: string, reason: string) => post(`/api/admin/blocks/${at(id)}/end`, { reason }, Block)

export const readCompany = () => get('/api/admin/company', AdminCompany)
export const saveCompany = (company: ChangeCompany) => patch('/api/admin/company', company, AdminCompany)

export const listSwitches = () => get('/api/admin/switches', AdminSwitches)
export const changeSwitch = (feature: Switch, change: ChangeSwitch) =>
  patch(`/api/admin/switches/${feature}`, change, AdminSwitches)

export const readMonth = (month?: string) => get(`/api/admin/accounting${month ? `?month=${at(month)}` : ''}`, AccountingMonth)
/** The file; the export is in the audit log. */
export const exportLedger = (month: string) => text(`/api/admin/accounting.csv?month=${at(month)}`)
export const readCodes = () => get('/api/admin/accounting/codes', AdminCodes)
export const saveCodes = (codes: ChangeCodes) => patch('/api/admin/accounting/codes', codes, AdminCodes)

export const recoverAccount = (request: RecoverAccount) => post('/api/admin/accounts/recover', request, Success)

export const exportSubscribers = () => post('/api/admin/newsletter/export', undefined, Subscribers)

export const makePayout = () => post('/api/admin/payouts', undefined, PayoutBatch)
export const payPayout = (id: string, reference: string) => post(`/api/admin/payouts/${at(id)}/pay`, { reference }, PayoutBatch)
export const withdrawPayout = (id: string, line?: string) =>
  post(`/api/admin/payouts/${at(id)}${line === undefined ? '' : `/lines/${at(line)}`}/withdraw`, undefined, PayoutBatch)
/** The full details of a line's payee; the view is in the audit log. */
export const showPayoutDetails = (id: string, line: string) =>
  post(`/api/admin/payouts/${at(id)}/lines/${at(line)}/details`, undefined, FullDetails)
export const remindPayee = (account: string) => post('/api/admin/payouts/remind', { account }, Reminded)
