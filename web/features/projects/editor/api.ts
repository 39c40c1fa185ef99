import { Success } from '#shared/accounts/security-contract.ts'
import type { ProjectId } from '#shared/ids.ts'
import { CheckoutPage } from '#shared/orders/contract.ts'
import type { ProjectField, ProjectValues } from '#shared/projects/fields.ts'
import { FounderProject } from '#shared/projects/own.ts'
import { Publication } from '#shared/publishing/contract.ts'
import type { Ancestry } from '#shared/sync/three-way-merge.ts'
import { post } from '#web/net/api.ts'

type Form = ProjectValues & { base: Ancestry<ProjectField> }

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.
export const saveProject = (form: Form) => post('/api/founder/project', form, FounderProject)
export const startScoutPayment = (form: Form) => post('/api/create-scout-payment', form, CheckoutPage)

// Each may be repeated after a lost reply.
export const withdrawProject = (id: ProjectId) => post(`/api/projects/${id}/withdraw`, undefined, Publication)
export const putBackProject = (id: ProjectId) => post(`/api/projects/${id}/put-back`, undefined, Publication)
export const deleteDraft = (seen: Ancestry) => post('/api/founder/project/delete', { seen }, Success)
