/** Ten family names each, so that every pair can be used once. */
export interface Region {
  countryId: number
  given: readonly string[]
  family: readonly string[]
  venue: string
  city: string
}

const words = (text: string): string[] => text.split(' ')

export const SPAIN: Region = {
  countryId: 1,
  given: words('José María Iñigo Begoña Álvaro Nuria Andrés Inés Óscar Lucía'),
  family: words('García Muñoz Ibáñez Peña Martín Núñez Gutiérrez Cañizares Pérez Solís'),
  venue: 'Salón',
  city: 'Sevilla',
}

/** One per Administrator. */
export const REGIONS: readonly Region[] = [
  SPAIN,
  {
    countryId: 14,
    given: words('Guadalupe Joaquín Ximena Raúl Citlali Héctor Itzel Emiliano Yolotl Ramón'),
    family: words('Hernández Ramírez Xochitl Cuauhtémoc López Zúñiga Ávila Treviño Güemes Ordóñez'),
    venue: 'Casino',
    city: 'Guadalajara',
  },
  {
    countryId: 6,
    given: words('Siobhán Pádraig Aoife Seán Niamh Ciarán Róisín Eoghan Gráinne Cormac'),
    family: words("O'Brien O'Neill D'Arcy Murphy Ní-Dhomhnaill Byrne O'Sullivan Kelly Fitz-Gerald O'Dea"),
    venue: 'Arcade',
    city: 'Cork',
  },
  {
    countryId: 7,
    given: words('Олена Андрій Марія Тарас Юлія Богдан Ірина Сергій Наталія Їжак'),
    family: words('Шевченко Коваленко Бондар Ткаченко Кравчук Щербак Гончар Лисенко Мельник Ґудзь'),
    venue: 'Зал',
    city: 'Львів',
  },
  {
    countryId: 11,
    given: words('محمد فاطمة أحمد ليلى يوسف مريم خالد نور عمر سلمى'),
    family: words('حسن إبراهيم منصور السيد فاروق زكي شوقي رمضان نجيب طاهر'),
    venue: 'صالة',
    city: 'القاهرة',
  },
  {
    countryId: 12,
    given: words('太郎 花子 健一 美咲 翔太 陽菜 大輔 さくら 直樹 結衣'),
    family: words('山田 佐藤 鈴木 高橋 田中 渡辺 伊藤 中村 小林 加藤'),
    venue: '店舗',
    city: '大阪',
  },
]
