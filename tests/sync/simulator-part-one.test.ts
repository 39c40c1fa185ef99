import { testHistories } from './simulator/histories.ts'

testHistories(0)
