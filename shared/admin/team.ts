import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { UserId } from '#shared/ids.ts'
import { AdminRole } from './rights.ts'

/** `GET /api/admin/me`: what the caller may do, as of this call. */
export const AdminSelf = v.object({ roles: v.array(AdminRole) })
export type AdminSelf = v.InferOutput<typeof AdminSelf>

export const TeamMember = v.object({
  id: UserId,
  name: v.string(),
  email: v.string(),
  roles: v.array(AdminRole),
  /** The address is in the configuration of the server, so the account is an owner until it is removed there. */
  isListed: v.boolean(),
  /** Why the account cannot use its roles yet, if it cannot. */
  lacks: v.nullable(v.picklist(['two-factor', 'password'])),
})
export type TeamMember = v.InferOutput<typeof TeamMember>

/** `GET /api/admin/team`: by address. */
export const Team = v.object({ members: v.array(TeamMember) })
export type Team = v.InferOutput<typeof Team>

/** Without repetitions, sorted. */
const Roles = v.pipe(
  v.array(AdminRole),
  v.maxLength(3),
  v.transform((roles) => [...new Set(roles)].sort()),
)

/** `POST /api/admin/team`: gives roles to the verified account of an address. */
export const AddMember = v.object({ email: Email, roles: v.pipe(Roles, v.minLength(1, 'Choose at least one role.')) })
export type AddMember = v.InferOutput<typeof AddMember>

/** `PATCH /api/admin/team/{id}`: the new roles; none removes the account from the team. */
export const ChangeRoles = v.object({
  roles: Roles,
  /** The roles that the owner saw. */
  seen: Roles,
})
export type ChangeRoles = v.InferOutput<typeof ChangeRoles>
