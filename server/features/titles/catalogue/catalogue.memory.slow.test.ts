import { describe, expect, test } from '@jest/globals';
import { findFilms, findPeople, findShows, missedBy } from '../../../testing/titles/searching.ts';
import { loadCatalogue } from './catalogue.data.ts';
import { otherNames } from './catalogue.otherNames.ts';

// Queries as people type them: by ear, from memory, in a hurry, by another name, or with only a part of the name.
const films = `
intersteller | Interstellar
incepton | Inception
deadpool two | Deadpool 2
avengers end game | Avengers: Endgame
shaw shank redemption | The Shawshank Redemption
forrest gum | Forrest Gump
guardians of the galaxy volume 2 | Guardians of the Galaxy Vol. 2
prisoner of askaban | Harry Potter and the Prisoner of Azkaban
goblet fire | Harry Potter and the Goblet of Fire
matrix | The Matrix
return of the king | The Lord of the Rings: The Return of the King
tittanic | Titanic
shutter iland | Shutter Island
mad max furry road | Mad Max: Fury Road
blackpanther | Black Panther
spiderverse | Spider-Man: Into the Spider-Verse
dr strange | Doctor Strange
dr. strange multiverse of madness | Doctor Strange in the Multiverse of Madness
hungergames catching fire | The Hunger Games: Catching Fire
seven | Se7en
se7en | Se7en
godfather | The Godfather
batman begin | Batman Begins
black pearl | Pirates of the Caribbean: The Curse of the Black Pearl
ragnarock | Thor: Ragnarok
jurasic park | Jurassic Park
wonderwoman | Wonder Woman
gladiater | Gladiator
john wick chapter three | John Wick: Chapter 3 - Parabellum
force awakens | Star Wars: The Force Awakens
star wars a new hope | Star Wars
empire strikes back | The Empire Strikes Back
rouge one | Rogue One: A Star Wars Story
toy story three | Toy Story 3
walle | WALL·E
fantastic beasts | Fantastic Beasts and Where to Find Them
revenent | The Revenant
green mile | The Green Mile
kill bill | Kill Bill: Vol. 1
incredibles two | Incredibles 2
ratatui | Ratatouille
ratatuille | Ratatouille
the intouchable | The Intouchables
hang over | The Hangover
zootropolis | Zootopia
kingsmen | Kingsman: The Secret Service
silence of the lamb | The Silence of the Lambs
catch me if u can | Catch Me If You Can
ready player 1 | Ready Player One
world war zee | World War Z
x men first class | X-Men: First Class
the departd | The Departed
leon | Léon: The Professional
grand budapest | The Grand Budapest Hotel
v for vendeta | V for Vendetta
v 4 vendetta | V for Vendetta
hateful 8 | The Hateful Eight
bladerunner | Blade Runner
blade runner twenty forty nine | Blade Runner 2049
once upon a time in hollywood | Once Upon a Time... in Hollywood
jumanji wellcome to the jungle | Jumanji: Welcome to the Jungle
way of water | Avatar: The Way of Water
how to train ur dragon | How to Train Your Dragon
goodwill hunting | Good Will Hunting
benjamin button | The Curious Case of Benjamin Button
birdman | Birdman or (The Unexpected Virtue of Ignorance)
edward sissorhands | Edward Scissorhands
pasific rim | Pacific Rim
devil wears prada | The Devil Wears Prada
sixth sense | The Sixth Sense
the conguring | The Conjuring
i robot | I, Robot
kungfu panda | Kung Fu Panda
ocean's 11 | Ocean's Eleven
oceans 12 | Ocean's Twelve
amèlie | Amélie
2001 space odyssey | 2001: A Space Odyssey
big lebowsky | The Big Lebowski
dead poet society | Dead Poets Society
e.t. | E.T. the Extra-Terrestrial
5th element | The Fifth Element
lion witch wardrobe | The Chronicles of Narnia: The Lion, the Witch and the Wardrobe
one flew over the coocoos nest | One Flew Over the Cuckoo's Nest
furious seven | Furious 7
mister and misses smith | Mr. & Mrs. Smith
pursuit of happiness | The Pursuit of Happyness
five hundred days of summer | (500) Days of Summer
3 billboards | Three Billboards Outside Ebbing, Missouri
topgun maverick | Top Gun: Maverick
mission impossible 3 | Mission: Impossible III
super mario brothers | The Super Mario Bros. Movie
shang chi | Shang-Chi and the Legend of the Ten Rings
davinci code | The Da Vinci Code
twelve angry men | 12 Angry Men
kings speech | The King's Speech
princess mononokee | Princess Mononoke
le mans 66 | Ford v Ferrari
ten things i hate about you | 10 Things I Hate About You
ten cloverfield lane | 10 Cloverfield Lane
armagedon | Armageddon
28 day later | 28 Days Later
crouching tiger | Crouching Tiger, Hidden Dragon
7 samurai | Seven Samurai
three idiots | 3 Idiots
girl with the dragon tatoo | The Girl with the Dragon Tattoo
black klansman | BlacKkKlansman
brokeback mountian | Brokeback Mountain
lotr | The Lord of the Rings: The Fellowship of the Ring
potc | Pirates of the Caribbean: The Curse of the Black Pearl
tdkr | The Dark Knight Rises
sorcerers stone | Harry Potter and the Philosopher's Stone
fast 5 | Fast Five
star wars episode 4 | Star Wars
la vita e bella | Life Is Beautiful
vita bella | Life Is Beautiful
cidade de deus | City of God
sen to chihiro | Spirited Away
lola rent | Run Lola Run
`;
const shows = `
game of throns | Game of Thrones
got | Game of Thrones
stranger thing | Stranger Things
money hiest | Money Heist
la casa de papel | Money Heist
the waking dead | The Walking Dead
braking bad | Breaking Bad
good docter | The Good Doctor
big bang | The Big Bang Theory
rick and mortie | Rick and Morty
picky blinders | Peaky Blinders
greys anatomy | Grey's Anatomy
mandelorian | The Mandalorian
falcon and winter soldier | The Falcon and the Winter Soldier
one hundred | The 100
the hundred | The 100
tchernobyl | Chernobyl
last of us | The Last of Us
house of dragon | House of the Dragon
better call soul | Better Call Saul
american horor story | American Horror Story
himym | How I Met Your Mother
mr robot | Mr. Robot
7 deadly sins | The Seven Deadly Sins
punisher | Marvel's The Punisher
avatar the last air bender | Avatar: The Last Airbender
lady bug | Miraculous: Tales of Ladybug & Cat Noir
thirteen reasons why | 13 Reasons Why
onepunchman | One-Punch Man
law and order svu | Law & Order: Special Victims Unit
love death and robots | Love, Death & Robots
brooklyn nine nine | Brooklyn Nine-Nine
pablo escobar | Pablo Escobar: The Drug Lord
2 and a half men | Two and a Half Men
end of the fucking world | The End of the F***ing World
xfiles | The X-Files
handmaids tale | The Handmaid's Tale
dr who | Doctor Who
spongebob | SpongeBob SquarePants
house of card | House of Cards
911 | 9-1-1
nine one one | 9-1-1
orange is the new blak | Orange Is the New Black
oitnb | Orange Is the New Black
hill house | The Haunting of Hill House
fresh prince | The Fresh Prince of Bel-Air
pokimon | Pokémon
buffy | Buffy the Vampire Slayer
obiwan kenobi | Obi-Wan Kenobi
jeffrey domer | Dahmer – Monster: The Jeffrey Dahmer Story
seinfield | Seinfeld
hawaii 5-0 | Hawaii Five-0
cyberpunk edgerunner | Cyberpunk: Edgerunners
arcane league of legends | Arcane
twenty four | 24
sense 8 | Sense8
sense eight | Sense8
shield | Marvel's Agents of S.H.I.E.L.D.
tbbt | The Big Bang Theory
tlou | The Last of Us
shingeki no kyojin | Attack on Titan
vis a vis | Locked Up
`;
const people = `
Leonardo Dicapprio | Leonardo DiCaprio
di caprio | Leonardo DiCaprio
Shwarzenegger | Arnold Schwarzenegger
arnold swarzenegger | Arnold Schwarzenegger
Miyasaki | Hayao Miyazaki
scarlet johanson | Scarlett Johansson
joaquin fenix | Joaquin Phoenix
matthew mcconahey | Matthew McConaughey
jake gylenhal | Jake Gyllenhaal
tarrantino | Quentin Tarantino
chris nolan | Christopher Nolan
stephen speilberg | Steven Spielberg
keanu reaves | Keanu Reeves
cumberbatch | Benedict Cumberbatch
timothy chalamet | Timothée Chalamet
sersha ronan | Saoirse Ronan
penelopé cruz | Penélope Cruz
gal gadott | Gal Gadot
anniston | Jennifer Aniston
robert de nero | Robert De Niro
bruce wilis | Bruce Willis
ralf fiennes | Ralph Fiennes
william dafoe | Willem Dafoe
j k simons | J.K. Simmons
stellan skarsgard | Stellan Skarsgård
chewetel ejiofor | Chiwetel Ejiofor
lupita nyongo | Lupita Nyong'o
domhnal gleason | Domhnall Gleeson
charlise theron | Charlize Theron
witherspoon | Reese Witherspoon
dwayne johnston | Dwayne Johnson
del toro | Guillermo del Toro
alfonso cuaron | Alfonso Cuarón
daniel day lewis | Daniel Day-Lewis
emma whatson | Emma Watson
anya taylor joy | Anya Taylor-Joy
joseph gordon | Joseph Gordon-Levitt
kiera knightley | Keira Knightley
vera farminga | Vera Farmiga
mila jovovich | Milla Jovovich
ian mckellan | Ian McKellen
robert downy junior | Robert Downey Jr.
hemsworth | Chris Hemsworth
edward nortan | Edward Norton
cilian murphy | Cillian Murphy
ryan gossling | Ryan Gosling
steve buschemi | Steve Buscemi
christoph walz | Christoph Waltz
kubrik | Stanley Kubrick
akira kurosowa | Akira Kurosawa
kit harrington | Kit Harington
jet lee | Jet Li
jean claude van dam | Jean-Claude Van Damme
`;

describe('a query from memory or by ear has the right result among the first five', () => {
  test.each([
    ['films', findFilms, films],
    ['shows', findShows, shows],
    ['people', findPeople, people],
  ])('of %s', async (_what, find, list) => {
    expect(await missedBy(find, list)).toEqual([]);
  });
});

test.each([
  ['damon', 'Matt Damon'],
  ['craig', 'Daniel Craig'],
  ['williams', 'Robin Williams'],
  ['scott', 'Ridley Scott'],
  ['isaac', 'Oscar Isaac'],
  ['downey', 'Robert Downey Jr.'],
  ['robbie', 'Margot Robbie'],
  ['emma', 'Emma Watson'],
])('people are found by their last or first name: %s', async (query, name) => {
  expect((await findPeople(query)).slice(0, 5)).toContain(name);
});

test.each(['movie', 'tv', 'person'] as const)(
  'every alternative name of a %s belongs to one of the catalogue',
  (kind) => {
    const { titleById, personById } = loadCatalogue();
    const known = { ...titleById, person: personById }[kind];

    const unknown = Object.keys(otherNames[kind]).filter((id) => !known.has(Number(id)));

    expect(unknown).toEqual([]);
  },
);

test('repeated words give the same result as one', async () => {
  expect(await findFilms('heat '.repeat(40))).toEqual(await findFilms('heat'));
});
