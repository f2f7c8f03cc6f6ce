/** Pictures of amounts, each next to a table or a list that says the same; loaded with the first one. */
export { AmountBars } from '../ui/charts/AmountBars'
export { AmountLine } from '../ui/charts/AmountLine'
