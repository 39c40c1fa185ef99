import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'
import { PaymentIntentId } from '#shared/unlocks/contract.ts'

/** `POST /api/confirm-project-payment`: requests that the server reads the payment again. */
export const ConfirmProjectPayment = v.object({ paymentIntentId: PaymentIntentId })
export const ProjectPublished = v.object({ success: v.literal(true), projectId: ProjectId })
export type ProjectPublished = v.InferOutput<typeof ProjectPublished>

/** `GET /api/scout-payment-success`. For any query the reply is a boolean (P25). */
export const ScoutPaymentSuccess = v.object({ success: v.boolean() })

/** `POST /api/projects/{id}/withdraw` and `POST /api/projects/{id}/put-back`, by the founder: the state afterwards. */
export const Publication = v.object({ success: v.literal(true), isPublished: v.boolean() })
export type Publication = v.InferOutput<typeof Publication>
