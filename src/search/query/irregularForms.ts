/**
 * English words whose forms no stemmer joins: irregular verbs, plurals and comparisons. A query about what a person
 * bought thus also finds what they buy. Forms that are also other words (lives, leaves, bit, rose) are left out.
 */
const families =
  'go went gone goes,buy bought,take took taken,get got gotten,give gave given,see saw seen,meet met,begin began begun,find found,' +
  'think thought,bring brought,teach taught,catch caught,run ran,swim swam swum,write wrote written,speak spoke spoken,' +
  'break broke broken,choose chose chosen,drive drove driven,ride rode ridden,fly flew flown,grow grew grown,know knew known,' +
  'throw threw thrown,draw drew drawn,sing sang sung,drink drank drunk,eat ate eaten,fall fell fallen,feel felt,keep kept,' +
  'sleep slept,leave left,lose lost,win won,sell sold,tell told,say said,send sent,spend spent,build built,hear heard,hold held,' +
  'lead led,make made,pay paid,sit sat,stand stood,understand understood,wear wore worn,come came,become became,hide hid hidden,' +
  'shoot shot,show shown,sweep swept,wake woke woken,forget forgot forgotten,forgive forgave forgiven,fight fought,seek sought,' +
  'stick stuck,strike struck,dig dug,hang hung,feed fed,freeze froze frozen,shake shook shaken,steal stole stolen,tear tore torn,' +
  'bend bent,lend lent,mean meant,deal dealt,dream dreamt,learn learnt,burn burnt,light lit,rise risen,' +
  'arise arose arisen,shine shone,spin spun,swear swore sworn,blow blew blown,sink sank sunk,spring sprang sprung,' +
  'weave wove woven,shrink shrank shrunk,ring rang rung,slide slid,bleed bled,breed bred,flee fled,' +
  'creep crept,weep wept,leap leapt,kneel knelt,spell spelt,smell smelt,spill spilt,' +
  'child children,man men,woman women,person people,foot feet,tooth teeth,mouse mice,goose geese,wife wives,knife knives,' +
  'half halves,shelf shelves,wolf wolves,analysis analyses,criterion criteria,index indices,matrix matrices,vertex vertices,' +
  'good better best,bad worse worst';

/** Maps each irregular form to the plain form that replaces it. */
export const plainForms: ReadonlyMap<string, string> = new Map(
  families.split(',').flatMap((family) => {
    const [plain = '', ...forms] = family.split(' ');
    return forms.map((form): [string, string] => [form, plain]);
  }),
);
