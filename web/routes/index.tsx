import { createFileRoute } from '@tanstack/react-router'
import { Home } from './-home.tsx'
import { HomeSearch } from './-home-search.ts'

export const Route = createFileRoute('/')({ validateSearch: HomeSearch, component: Home })
