/** The parts of a panel about one machine or user. */
export { MachineLinks } from '../ui/panel/MachineLinks'
export { Panel, PanelSection } from '../ui/panel/Panel'
export { PanelActions } from '../ui/panel/PanelActions'
export { PANEL_LINK } from '../ui/panel/panelStyles'
export { RecentActivity } from '../ui/panel/RecentActivity'
export { TrendSection } from '../ui/panel/TrendSection'
export { useReadOnOpen } from '../ui/panel/useReadOnOpen'
