export { AmountBars, AmountLine } from '@console/shared-kernel/charts'
