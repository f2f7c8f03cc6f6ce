import './fonts.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { start } from './start'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')

void start(createRoot(container))
