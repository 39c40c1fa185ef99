import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { orderId: string; number?: string; children: ReactNode }

/** To a document of a purchase: the number is the fragment of the receipt's address. Without a number, to the receipt itself. */
export const DocumentLink = ({ orderId, number = '', children }: Props) => (
  <Link
    to="/receipt/$id"
    params={{ id: orderId }}
    hash={number}
    className="inline-flex min-h-11 items-center underline underline-offset-4"
  >
    {children}
  </Link>
)
