/** Labelled pairs in German and Chinese. See `labelledPair.ts` for the labels. */
import type { PairList } from './labelledPair.ts';

export const germanPairs: PairList = {
  same: [
    ['Redis für die Sitzungen verwenden', 'Wir nutzen Redis für Sitzungen'],
    ['Auf GraphQL für die mobile API umsteigen', 'Die mobile API auf GraphQL umstellen'],
    ['Bestellungen in MongoDB speichern', 'MongoDB für die Bestellungen nehmen'],
    ['Preise als Gleitkommazahlen speichern', 'Speichere die Preise als Gleitkommazahl'],
    ['Die Zahlungen in einen eigenen Dienst auslagern', 'Sollen wir die Zahlung in einen eigenen Dienst auslagern?'],
    ['Die Datenbank in den Tests mocken', 'In Tests wird die Datenbank gemockt'],
    ['Jede Nacht ein Backup mit pg_dump', 'Mach jede Nacht ein Backup der Datenbank mit pg_dump'],
    ['Fehler global abfangen und ignorieren', 'Alle Fehler global abfangen und dann ignorieren'],
    ['Den Warenkorb im Browser speichern', 'Der Warenkorb soll im Browser gespeichert werden'],
    ['Migrationen beim Start ausführen', 'Führe die Migrationen automatisch beim Start aus'],
    ['Tailwind für das Styling einsetzen', 'lass uns tailwind fürs styling einsetzen'],
    ['Bilder in der Datenbank ablegen', 'Die Bilder als Blobs in die Datenbank legen'],
  ],
  near: [
    ['Redis für die Sitzungen verwenden', 'Kein Redis für die Sitzungen verwenden'],
    ['Redis für die Sitzungen verwenden', 'Warum haben wir Redis für die Sitzungen verworfen?'],
    ['Bestellungen in MongoDB speichern', 'Bestellungen in PostgreSQL speichern'],
    ['Auf GraphQL für die mobile API umsteigen', 'GraphQL aus der mobilen API entfernen'],
    ['Tailwind für das Styling einsetzen', 'CSS-Module für das Styling einsetzen'],
    ['Die Datenbank in den Tests mocken', 'In den Tests eine echte Datenbank verwenden'],
    ['Migrationen beim Start ausführen', 'Migrationen von Hand ausführen'],
    ['Den Warenkorb im Browser speichern', 'Den Warenkorb in der Datenbank speichern'],
  ],
  different: [
    ['Redis für die Sitzungen verwenden', 'Die Sitzung läuft nach zehn Minuten ab'],
    ['Preise als Gleitkommazahlen speichern', 'Preise mit zwei Nachkommastellen anzeigen'],
    ['Die Zahlungen in einen eigenen Dienst auslagern', 'Fehlgeschlagene Zahlungen in der Liste anzeigen'],
    ['Jede Nacht ein Backup mit pg_dump', 'Der Build läuft jede Nacht zwei Stunden'],
    ['Fehler global abfangen und ignorieren', 'Fehler in der Liste rot anzeigen'],
    ['Bilder in der Datenbank ablegen', 'Die Bilder auf der Startseite sind zu groß'],
    ['Migrationen beim Start ausführen', 'Schreibe eine Migration für die neue Spalte'],
    ['Den Warenkorb im Browser speichern', 'Der Warenkorb zeigt den falschen Preis'],
  ],
};

export const chinesePairs: PairList = {
  same: [
    ['使用 Redis 存储会话', '我们用 Redis 来存储会话'],
    ['订单数据存到 MongoDB', '把订单数据保存到 MongoDB 里'],
    ['移动端接口改用 GraphQL', '将移动端接口切换到 GraphQL'],
    ['启动时自动执行数据库迁移', '服务启动时自动运行数据库迁移'],
    ['用浮点数保存价格', '价格用浮点数保存'],
    ['把支付拆分成微服务', '我们应该把支付模块拆分成微服务吗？'],
    ['单元测试中模拟数据库', '在单元测试里模拟数据库'],
    ['用 Kafka 替换 RabbitMQ', '从 RabbitMQ 迁移到 Kafka'],
    ['按月对审计日志分区', '审计日志按月分区'],
    ['购物车存在浏览器本地存储', '把购物车放到浏览器的本地存储'],
  ],
  near: [
    ['使用 Redis 存储会话', '不要使用 Redis 存储会话'],
    ['使用 Redis 存储会话', '为什么当时放弃了用 Redis 存储会话？'],
    ['订单数据存到 MongoDB', '订单数据存到 PostgreSQL'],
    ['用 Kafka 替换 RabbitMQ', '用 RabbitMQ 替换 Kafka'],
    ['移动端接口改用 GraphQL', '移除移动端接口的 GraphQL'],
    ['启动时自动执行数据库迁移', '发布前手动执行数据库迁移'],
  ],
  different: [
    ['使用 Redis 存储会话', '会话十分钟后过期'],
    ['用浮点数保存价格', '价格显示两位小数'],
    ['单元测试中模拟数据库', '给数据库页面写单元测试'],
    ['按月对审计日志分区', '后台按月显示收入'],
    ['把支付拆分成微服务', '支付失败时显示提示'],
    ['购物车存在浏览器本地存储', '购物车图标太小'],
  ],
};
