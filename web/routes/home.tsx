import { createFileRoute } from '@tanstack/react-router'
import { Home } from '#web/widgets/home/home.tsx'
import { HomeSearch } from '#web/widgets/home/home-search.ts'

export const Route = createFileRoute('/home')({ validateSearch: HomeSearch, component: Home })
