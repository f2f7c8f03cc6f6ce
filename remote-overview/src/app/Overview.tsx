export { OverviewScreen as default } from '../features/overview/OverviewScreen'
