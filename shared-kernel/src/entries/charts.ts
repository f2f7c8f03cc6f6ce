/** Charts of amounts, loaded on demand. */
export { AmountBars } from '../ui/charts/AmountBars'
export { AmountLine } from '../ui/charts/AmountLine'
