import type { ElementType } from 'react'
import CasinoIcon from '@mui/icons-material/CasinoOutlined'
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import InsightsIcon from '@mui/icons-material/InsightsOutlined'
import PeopleIcon from '@mui/icons-material/PeopleOutlined'
import PublicIcon from '@mui/icons-material/PublicOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'

/** The icons that a release record may name; others get the default one. */
const ICONS: Record<string, ElementType> = {
  people: PeopleIcon,
  machines: CasinoIcon,
  external: PublicIcon,
  internal: InsightsIcon,
  settings: SettingsIcon,
  activity: HistoryIcon,
}

export const navIcon = (name: string): ElementType =>
  Object.hasOwn(ICONS, name) ? ICONS[name]! : ExtensionIcon
