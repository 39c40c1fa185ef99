import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Pages of a section that are not below the address of its link. */
const sections: Partial<Record<string, RegExp>> = {
  '/vcs': /^.(vc\/|investor|ping|directory|cold)/,
  '/scout': /^.project\//,
  '/contacts': /^.raise/,
}

type Props = { to: LinkProps['to']; className: string; children: ReactNode }

/** A link to a section, marked on each page of the section. */
export function SectionLink({ to = '/', ...props }: Props) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      aria-current={sections[to]?.test(pathname) || undefined}
      {...props}
    />
  )
}
