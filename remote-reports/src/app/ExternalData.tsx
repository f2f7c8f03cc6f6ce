import { externalData } from '../features/reports/definitions'
import { ReportScreen } from '../features/reports/ReportScreen'

export default function ExternalData() {
  return <ReportScreen definition={externalData} />
}
