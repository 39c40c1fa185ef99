import { CheckoutPage } from '#shared/orders/contract.ts'
import type { ProjectField, ProjectValues } from '#shared/projects/fields.ts'
import { FounderProject } from '#shared/projects/own.ts'
import type { Ancestry } from '#shared/sync/three-way-merge.ts'
import { post } from '#web/net/api.ts'

type Form = ProjectValues & { base: Ancestry<ProjectField> }

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.
export const saveProject = (form: Form) => post('/api/founder/project', form, FounderProject)
export const startScoutPayment = (form: Form) => post('/api/create-scout-payment', form, CheckoutPage)
