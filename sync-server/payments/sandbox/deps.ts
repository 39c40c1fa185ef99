import type { DeliveryDeps } from './deliveries.ts'

export type SandboxDeps = DeliveryDeps & { secretKey: string; now: () => Date }
