/** Charts of amounts, loaded on demand. */
export { AmountBars, AmountLine } from '../ui/charts/AmountCharts'
